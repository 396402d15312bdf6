import { adminSections, reportFailure } from '@holdall/api'
import type { Clock } from '../../clock.ts'
import { handle, type Route } from '../../http/handle.ts'
import type { Ui } from '../../ui/ui.ts'
import { createFailures } from './failures.ts'
import { presentSections } from './present.ts'

export function adminSectionsRoutes({ ui, clock }: { readonly ui: Ui; readonly clock: Clock }): Route[] {
  const failures = createFailures()
  return [
    handle(adminSections, async () => presentSections(ui, failures)),
    handle(reportFailure, async ({ body }) => {
      const { id, ...failure } = body
      const known = ui.sections().sections.some((section) => section.id === id)
      if (known) failures.add(id, { ...failure, at: clock.now() })
      return {}
    }),
  ]
}
