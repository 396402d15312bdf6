import * as z from '@holdall/schema'
import { endpoint } from '../endpoint.ts'

export const translations = endpoint({
  id: 'translations.show',
  method: 'GET',
  path: '/translations/:locale',
  summary:
    'All messages of a locale, of the shell and the sections in use, with the operator’s edits; an unknown one answers with the default’s',
  access: { by: 'anyone', why: 'the sign-in page needs them' },
  params: z.object({ locale: z.string().check(z.maxLength(35)) }),
  response: z.record(z.string(), z.string()),
})
