import { endpoint } from '../endpoint.ts'

export const openDemo = endpoint({
  id: 'demo.open',
  method: 'POST',
  path: '/api/demo',
  summary: 'Open the demo: begins a session of an account that only reads, where the operator offers one',
  access: { by: 'anyone', why: 'it is how a session of the demo begins' },
  errors: ['not-found'],
  throttle: 'demo',
  // The first call makes the account.
  changes: ['user', 'files', 'trash'],
})
