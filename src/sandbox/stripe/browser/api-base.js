/**
 * Where the API is: null says, at the sandbox that serves these files. When they serve another server that speaks this
 * API, its address stands here as they are sent; a page cannot choose it.
 *
 * @type {string | null}
 */
export const apiBase = null
