/** The parameter of the address of Files: the id of shared files, or why there are none. */
export const SHARED_PARAMETER = 'shared'
