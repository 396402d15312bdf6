import { endpoint } from '../endpoint.ts'
import { Sections } from '../resources/section.ts'

export const sections = endpoint({
  id: 'frontend.sections',
  method: 'GET',
  path: '/ui/sections.json',
  summary: 'The shell and section versions in use',
  access: { by: 'anyone', why: 'the shell composes the sign-in page from it' },
  response: Sections,
})
