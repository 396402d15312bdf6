import { adminSections, reportFailure } from '@holdall/api'
import { handle, type Route } from '../../../http/route.ts'
import type { Ui } from '../../frontend/frontend.ts'
import { buildOf } from '../../frontend/section-versions.ts'
import { presentSections } from './present.ts'
import type { SectionReports } from './section-reports.ts'

interface Deps {
  readonly sectionReports: SectionReports
  readonly ui: Ui
}

export function adminSectionsRoutes({ sectionReports, ui }: Deps): Route[] {
  return [
    handle(adminSections, () => presentSections(ui, sectionReports)),
    handle(reportFailure, async ({ body }, { actor }) => {
      const { id, version, build, problem = 'unknown', reason, address } = body
      // A version that is not available any more may be reported by a tab that is open since before an upgrade.
      const found = ui.store
        .snapshot()
        .versions.findLast((v) => v.id === id && (build === undefined ? v.version === version : buildOf(v) === build))
      const userId = actor.kind === 'user' ? actor.userId : null
      if (found) await sectionReports.add(found, { cause: problem, reason, address }, userId)
      return {}
    }),
  ]
}
