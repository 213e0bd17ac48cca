/** The media type of the CSV files we write. Apart from the code that writes them, which most pages load only when asked. */
export const CSV_TYPE = 'text/csv;charset=utf-8'
