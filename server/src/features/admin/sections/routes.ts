import { adminSections, reportFailure } from '@holdall/api'
import type { Clock } from '../../../infrastructure/clock.ts'
import { handle, type Route } from '../../../http/route.ts'
import type { Ui } from '../../frontend/frontend.ts'
import type { Failures } from './failures.ts'
import { presentSections } from './present.ts'

interface Deps {
  readonly clock: Clock
  readonly sectionFailures: Failures
  readonly ui: Ui
}

export function adminSectionsRoutes({ clock, sectionFailures, ui }: Deps): Route[] {
  return [
    handle(adminSections, async () => presentSections(ui, sectionFailures)),
    handle(reportFailure, async ({ body }) => {
      const { id, ...failure } = body
      const known = ui.sections().sections.some((section) => section.id === id)
      if (known) sectionFailures.add(id, { ...failure, at: clock.now() })
      return {}
    }),
  ]
}
