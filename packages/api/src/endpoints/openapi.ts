import * as z from '@holdall/schema'
import { endpoint } from '../endpoint.ts'

export const openApi = endpoint({
  id: 'openapi.show',
  method: 'GET',
  path: '/api/openapi.json',
  summary: 'This description of the API',
  access: { by: 'anyone', why: 'it documents, and holds no data' },
  response: z.record(z.string(), z.unknown()),
})
