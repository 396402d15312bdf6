/** Replaces axios's fetch adapter by none. */
export const getFetch = (): null => null
