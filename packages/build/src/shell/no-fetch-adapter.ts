/** Stands in for axios's fetch adapter, and says that it is not there. */
export const getFetch = (): null => null
