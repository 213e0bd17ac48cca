/**
 * The media type of the CSV files we write. It is separate from the code that writes them, which most pages load only
 * on demand.
 */
export const CSV_TYPE = 'text/csv;charset=utf-8'
