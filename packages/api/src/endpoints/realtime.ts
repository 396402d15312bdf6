import * as z from '@holdall/schema'
import { endpoint } from '../endpoint.ts'

/** The id of a connection, as the Pusher protocol has it. */
export const SocketId = z.string().check(z.regex(/^\d{1,20}\.\d{1,20}$/))

export const authoriseChannel = endpoint({
  id: 'realtime.authorise',
  method: 'POST',
  path: '/broadcasting/auth',
  summary:
    'Authorise a connection for the private channel of the caller, `private-user.{id}`; the id of the connection is in ' +
    'the header `X-Socket-ID`, in `socket_id`, or in both',
  access: { by: 'user', targets: {} },
  body: z.object({ socket_id: z.optional(SocketId), channel_name: z.string().check(z.maxLength(200)) }),
  response: z.object({ auth: z.string(), channel_data: z.optional(z.string()) }),
  errors: ['forbidden', 'not-found'],
  changes: [],
})

export const testWebsockets = endpoint({
  id: 'admin.test-websockets',
  method: 'POST',
  path: '/api/admin/test-websockets',
  summary: 'Send the event `TestWebsocketConnection` to the channel of the caller',
  access: { by: 'admin' },
  changes: [],
})
