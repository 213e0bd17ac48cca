/** Separate from the code that writes CSV, which most pages load only on demand. */
export const CSV_TYPE = 'text/csv;charset=utf-8'
