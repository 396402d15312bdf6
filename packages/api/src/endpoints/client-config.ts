import { endpoint } from '../endpoint.ts'
import { ClientConfig } from '../resources/client-config.ts'

export const clientConfig = endpoint({
  id: 'client-config.show',
  method: 'GET',
  path: '/api/config',
  summary: 'What a client needs before its first screen',
  access: { by: 'anyone', why: 'the sign-in page needs it' },
  response: ClientConfig,
})
