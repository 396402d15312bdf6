/** Replaces axios's fetch adapter, which is not used. */
export const getFetch = (): null => null
