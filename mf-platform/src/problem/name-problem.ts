import { isApiError } from '@holdall/api-client'

/** The server's sentence about the name, when that is what it refused. */
export const nameProblem = (error: unknown): string | undefined =>
  isApiError(error) ? error.fields['name']?.[0] : undefined
