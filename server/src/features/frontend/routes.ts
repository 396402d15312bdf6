import { type Sections, sections } from '@holdall/api'
import { handle, type Route } from '../../http/route.ts'
import { sendRevalidated } from './send-revalidated.ts'
import type { Ui } from './frontend.ts'

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
