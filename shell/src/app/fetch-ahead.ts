import { useSession } from '@holdall/section'
import { useEffect } from 'react'
import { useCatalogue } from '../host-provider.tsx'
import { routeOf } from '../navigation/catalogue.ts'
import { mayGo } from '../rail/entries.ts'
import { fetchSection } from '../sections/preload.ts'
import { loadSectionError } from '../sections/section-host.tsx'
import type { ShellSections } from '../sections/sections.ts'

/** Time that a first screen has to itself. */
const QUIET_MS = 1500

/** Fetches the other sections' first files: those in reach once the page is quiet, any other when a link to it is pointed at. */
export function useFetchAhead(sections: ShellSections): void {
  const { known } = useCatalogue()
  const session = useSession()

  useEffect(() => {
    const timer = setTimeout(() => {
      loadSectionError().catch(() => undefined)
      for (const served of sections.served()) {
        const untouched = sections.get()[served.id]?.state === 'idle'
        if (untouched && served.nav.some(({ access }) => mayGo(session, access))) fetchSection(served, 'prefetch')
      }
    }, QUIET_MS)
    return () => {
      clearTimeout(timer)
    }
  }, [sections, session])

  useEffect(() => {
    const point = ({ target }: Event) => {
      const link = target instanceof Element ? target.closest('a') : null
      if (!link || link.origin !== location.origin) return
      const route = routeOf(known, link.pathname)
      const owner = route && known.find(({ routes }) => routes.includes(route))
      const served = owner && sections.served().find(({ id }) => id === owner.id)
      if (served) fetchSection(served, 'preload')
    }
    const passive = { passive: true } as const
    document.addEventListener('pointerover', point, passive)
    return () => {
      document.removeEventListener('pointerover', point)
    }
  }, [sections, known])
}
