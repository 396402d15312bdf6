import * as z from '@holdall/schema'
import { endpoint } from '../endpoint.ts'

export const ping = endpoint({
  id: 'health.ping',
  method: 'GET',
  path: '/api/ping',
  summary: 'Answers pong',
  access: { by: 'anyone', why: 'it says nothing' },
  response: z.object({ type: z.literal('success'), message: z.literal('pong') }),
})
