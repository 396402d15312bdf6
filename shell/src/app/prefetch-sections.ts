import { useSession } from '@holdall/section'
import { useEffect } from 'react'
import { useCatalogue } from '../host/host-provider.tsx'
import { ownerOf } from '@holdall/api/routing'
import { canAccess } from '../app-navigation/navigation-entries.ts'
import { fetchSection } from '../sections/preload-section.ts'
import { loadSectionError } from '../section-views/section-host.tsx'
import type { ShellSections } from '../sections/sections.ts'

/** So that prefetching does not compete with the first screen. */
const PREFETCH_DELAY_MS = 1500

/** Fetches the first files of other sections: of accessible ones after a delay, of any other on hover over a link. */
export function usePrefetchSections(sections: ShellSections): void {
  const { known } = useCatalogue()
  const session = useSession()

  useEffect(() => {
    const timer = setTimeout(() => {
      loadSectionError().catch(() => undefined)
      for (const served of sections.served()) {
        const untouched = sections.get()[served.id]?.state === 'idle'
        if (untouched && served.nav.some(({ access }) => canAccess(session, access))) fetchSection(served, 'prefetch')
      }
    }, PREFETCH_DELAY_MS)
    return () => {
      clearTimeout(timer)
    }
  }, [sections, session])

  useEffect(() => {
    const point = ({ target }: Event) => {
      const link = target instanceof Element ? target.closest('a') : null
      if (!link || link.origin !== location.origin) return
      const owner = ownerOf(known, link.pathname)
      const served = owner && sections.served().find(({ id }) => id === owner.section.id)
      if (served) fetchSection(served, 'preload')
    }
    const passive = { passive: true } as const
    document.addEventListener('pointerover', point, passive)
    return () => {
      document.removeEventListener('pointerover', point)
    }
  }, [sections, known])
}
