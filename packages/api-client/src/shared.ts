import { type ApiClient, type ClientOptions, createApiClient } from './client.ts'

let client = createApiClient()

/** The client of the page, which the shell configures once and all sections share. */
export const api: ApiClient = { call: (...args) => client.call(...args) }

/** Replaces the client behind `api`. The shell calls it once at the start, tests with a fake transport. */
export function configureApi(options: ClientOptions): void {
  client = createApiClient(options)
}
