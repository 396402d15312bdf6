import { Button, Skeleton } from '@holdall/ui'
import { RotateCw } from '@holdall/ui/icons'
import { FormattedMessage } from 'react-intl'
import styled from 'styled-components'
import { AdminLayout } from '../layout/admin-layout.tsx'
import { LoadFailed } from '../layout/load-failed.tsx'
import { LoadingText } from '../layout/loading-text.tsx'
import { CommandHints } from './command-hints.tsx'
import { SectionCard } from './section-card.tsx'
import { ShellCard } from './shell-card.tsx'
import { useSectionsReport } from './sections-queries.ts'

const Pile = styled.div`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: 16px;
  max-inline-size: 960px;
`
const Lead = styled.p`
  max-inline-size: 68ch;
  padding-block-end: 8px;
  color: var(--text-2);
  line-height: 22px;
  text-wrap: pretty;
`

/** Which versions of the shell and the sections run, what each requires, what failed. */
export function SectionsPage() {
  const { data, error, isFetching, refetch } = useSectionsReport()
  return (
    <AdminLayout
      title="sections.title"
      action={
        data ? (
          <Button size="s" variant="quiet" icon={RotateCw} busy={isFetching} onClick={() => void refetch()}>
            <FormattedMessage id="sections.refresh" />
          </Button>
        ) : null
      }
    >
      {!data && error ? <LoadFailed error={error} retrying={isFetching} retry={() => void refetch()} /> : null}
      {!data && !error ? (
        <>
          <LoadingText />
          <Pile aria-hidden>
            <Skeleton height={44} />
            {[0, 1, 2, 3].map((card) => (
              <Skeleton key={card} height={168} style={{ borderRadius: 14 }} />
            ))}
          </Pile>
        </>
      ) : null}
      {data ? (
        <Pile>
          <Lead>
            <FormattedMessage id="sections.lead" />
          </Lead>
          <ShellCard shell={data.shell} />
          {data.sections.map((section) => (
            <SectionCard key={section.composed.id} report={section} shell={data.shell} />
          ))}
          <CommandHints sections={data.sections} />
        </Pile>
      ) : null}
    </AdminLayout>
  )
}
