import { type ApiClient, type ClientOptions, createApiClient } from './client.ts'

let client = createApiClient()

/** The page's client. The shell configures it once; sections only call. */
export const api: ApiClient = { call: (...args) => client.call(...args) }

/** Sets base address and session hook; tests hand in a transport. */
export function configureApi(options: ClientOptions): void {
  client = createApiClient(options)
}
