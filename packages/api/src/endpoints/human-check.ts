import * as z from '@holdall/schema'
import { endpoint } from '../endpoint.ts'
import { one } from '../resources/field-types.ts'
import { Challenge, HumanCheckPurpose } from '../resources/human-check.ts'

export const challenge = endpoint({
  id: 'human-check.challenge',
  method: 'GET',
  path: '/api/challenge',
  summary: 'A challenge to solve before a protected form is sent; `not-found` where none is needed',
  access: { by: 'anyone', why: 'whoever signs up has no session' },
  query: z.object({ purpose: HumanCheckPurpose }),
  response: one(Challenge),
  errors: ['not-found'],
})
