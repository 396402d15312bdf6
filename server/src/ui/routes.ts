import { type Sections, sections } from '@holdall/api'
import { handle, type Route } from '../http/handle.ts'
import { sendRevalidated } from './answer.ts'
import type { Ui } from './ui.ts'

export function uiRoutes({ ui }: { readonly ui: Ui }): Route[] {
  return [
    handle(sections, async (_input, { request, reply }) => {
      void reply.header('cache-control', 'no-cache').type('application/json; charset=utf-8')
      const answer: Sections = ui.sections()
      await sendRevalidated(request, reply, JSON.stringify(answer))
      return answer
    }),
  ]
}
