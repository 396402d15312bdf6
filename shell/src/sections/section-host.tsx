import {
  forgetFailures,
  type Language,
  type SectionRoute,
  SectionRoutes,
  useLocation,
  useSections,
} from '@holdall/section'
import { useEffect } from 'react'
import { useShell } from '../host-provider.tsx'
import { asFailure } from './failure.ts'
import { SectionBoundary } from './section-boundary.tsx'
import { SectionError, type Trouble } from './section-error.tsx'
import { SectionSkeleton } from './section-skeleton.tsx'
import type { LoadedSection, ShellSections } from './sections.ts'

interface Props {
  readonly id: string
  readonly sections: ShellSections
  readonly language: Language
  readonly onShown: (route: SectionRoute) => void
}

/** A section on its place in the page, in whatever state it is. What goes wrong in it ends here. */
export function SectionHost({ id, sections, language, onShown }: Props) {
  const status = useSections()[id]
  useEffect(() => {
    // The status says how it went.
    sections.load(id).catch(() => undefined)
  }, [sections, id])
  const loaded = status?.state === 'ready' ? sections.loaded(id) : null
  if (loaded) return <Running loaded={loaded} language={language} onShown={onShown} renew={() => sections.renew(id)} />
  if (status?.state === 'failed' || status?.state === 'incompatible' || status?.state === 'disabled')
    return (
      <SectionError
        id={id}
        trouble={status}
        onRetry={() => {
          sections.retry(id)
        }}
      />
    )
  return <SectionSkeleton />
}

interface RunningProps extends Pick<Props, 'language' | 'onShown'> {
  readonly loaded: LoadedSection
  /** Another version, where there is one by now. */
  readonly renew: () => Promise<void>
}

function Running({ loaded: { module, served }, language, onShown, renew }: RunningProps) {
  const { config, log } = useShell()
  const { pathname } = useLocation()
  return (
    <SectionBoundary
      place={pathname}
      onError={(error) => {
        log.error(`Section ${module.id} failed while it was shown.`, error)
      }}
      fallback={(error, retry) => (
        <SectionError
          id={module.id}
          trouble={crashed(error, served.base)}
          onRetry={() => {
            forgetFailures()
            // The status says how a new version went.
            void renew()
              .catch(() => undefined)
              .then(retry)
          }}
        />
      )}
    >
      <SectionRoutes
        section={module}
        language={language}
        siteName={config.name}
        skeleton={<SectionSkeleton />}
        onShown={onShown}
      />
    </SectionBoundary>
  )
}

function crashed(error: unknown, base: string): Trouble {
  const { problem, message, address } = asFailure(error, new URL(base, location.origin).href)
  // A chunk that did not come is the network's fault, and reads like a section that did not come.
  return problem === 'threw'
    ? { state: 'crashed', reason: message, address: null }
    : { state: 'failed', problem, reason: message, address }
}
