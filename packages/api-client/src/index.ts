export { ApiError, isApiError, type ClientErrorCode } from './api-error.ts'
export { createApiClient, type ApiClient, type CallOptions, type ClientOptions } from './client.ts'
export { api, configureApi } from './shared.ts'
