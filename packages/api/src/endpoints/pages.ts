import * as z from '@holdall/schema'
import { endpoint } from '../endpoint.ts'
import { Page } from '../resources/page.ts'

export const showPage = endpoint({
  id: 'pages.show',
  method: 'GET',
  path: '/api/page/:slug',
  summary: 'A page of the operator, such as the privacy policy, in the language of the caller',
  access: { by: 'anyone', why: 'people read it before they have an account' },
  params: z.object({ slug: z.string().check(z.maxLength(64), z.regex(/^[a-z\d-]+$/)) }),
  response: z.object({ data: Page }),
})
