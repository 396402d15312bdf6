import * as z from '@holdall/schema'
import { endpoint } from '../endpoint.ts'
import { ClientConfig } from '../resources/config.ts'
import { Sections } from '../resources/section.ts'

export const ping = endpoint({
  id: 'meta.ping',
  method: 'GET',
  path: '/api/ping',
  summary: 'Answers pong',
  access: { by: 'anyone', why: 'it says nothing' },
  response: z.object({ type: z.literal('success'), message: z.literal('pong') }),
})

export const clientConfig = endpoint({
  id: 'meta.config',
  method: 'GET',
  path: '/api/config',
  summary: 'What a client needs before its first screen',
  access: { by: 'anyone', why: 'the sign-in page needs it' },
  response: ClientConfig,
})

export const translations = endpoint({
  id: 'meta.translations',
  method: 'GET',
  path: '/translations/:locale',
  summary:
    'All messages of a locale, of the shell and the sections in use, with the operator’s edits; an unknown one answers with the default’s',
  access: { by: 'anyone', why: 'the sign-in page needs them' },
  params: z.object({ locale: z.string().check(z.maxLength(35)) }),
  response: z.record(z.string(), z.string()),
})

export const sections = endpoint({
  id: 'meta.sections',
  method: 'GET',
  path: '/ui/sections.json',
  summary: 'The shell and section versions in use',
  access: { by: 'anyone', why: 'the shell composes the sign-in page from it' },
  response: Sections,
})

export const openApi = endpoint({
  id: 'meta.openapi',
  method: 'GET',
  path: '/api/openapi.json',
  summary: 'This description of the API',
  access: { by: 'anyone', why: 'it documents, and holds no data' },
  response: z.record(z.string(), z.unknown()),
})
