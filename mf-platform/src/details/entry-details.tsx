import { type ComponentType, useCallback, useEffect, useState } from 'react'
import type { Entry } from '@holdall/api'
import { DetailsSection, DetailsView, type DetailsSubject, type Fact } from '@holdall/file-browser'
import { fetchOnce, forgetFailures, useHost } from '@holdall/section'
import { Button, Segmented } from '@holdall/ui'
import { History } from '@holdall/ui/icons'
import { FormattedMessage, useIntl } from 'react-intl'
import { canChange, isTeamFolder } from '../entries/entry-rights.ts'
import { useTeamFolder } from '../entries/team-queries.ts'
import { Tabs, WhereButton } from './details-styles.ts'
import { ExifSection } from './exif-section.tsx'
import { SharingSection } from './sharing-section.tsx'
import { TeamMembersSection } from './team-members-section.tsx'

export interface DetailsProps {
  readonly subject: DetailsSubject
  /** Name of the page, for its top. */
  readonly home: string
  /** Whether the page shows what is in the trash, which can be neither moved nor shared. */
  readonly isTrash: boolean
}

/** Facts about the selected entries, or about the shown folder, of the user; of one of them its activity too. */
export function EntryDetails(props: DetailsProps) {
  // Another selection keeps it.
  const [tab, setTab] = useState<Tab>('details')
  const showDetails = useCallback(() => {
    setTab('details')
  }, [])
  const { target, status } = props.subject
  const entry = target ? target.single : status.root
  return (
    <>
      {entry ? <TabChoice tab={tab} onChange={setTab} /> : null}
      {entry && tab === 'activity' ? <LazyActivity id={entry.id} onFailure={showDetails} /> : <EntryFacts {...props} />}
    </>
  )
}

type Tab = 'details' | 'activity'

function TabChoice({ tab, onChange }: { readonly tab: Tab; readonly onChange: (tab: Tab) => void }) {
  const intl = useIntl()
  return (
    <Tabs>
      <Segmented
        label={intl.formatMessage({ id: 'details.view' })}
        options={[
          { value: 'details', label: intl.formatMessage({ id: 'browser.details' }) },
          { value: 'activity', label: intl.formatMessage({ id: 'activity.title' }) },
        ]}
        value={tab}
        onChange={onChange}
      />
    </Tabs>
  )
}

const loadActivity = () => import('./entry-activity.tsx').then((m) => m.EntryActivity)

/** Its code is fetched when it is first shown. */
function LazyActivity({ id, onFailure }: { readonly id: string; readonly onFailure: () => void }) {
  const { overlay } = useHost()
  const [Part, setPart] = useState<ComponentType<{ readonly id: string }> | null>(null)
  useEffect(() => {
    let isShown = true
    fetchOnce(loadActivity).then(
      (loaded) => {
        if (isShown) setPart(() => loaded)
      },
      (error: unknown) => {
        // The next attempt fetches it again.
        forgetFailures()
        if (!isShown) return
        overlay.somethingWrong(error)
        onFailure()
      },
    )
    return () => {
      isShown = false
    }
  }, [overlay, onFailure])
  return Part && <Part key={id} id={id} />
}

function EntryFacts({ subject, home, isTrash }: DetailsProps) {
  const intl = useIntl()
  const { overlay } = useHost()
  const factsOf = (entry: Entry, where: string): readonly Fact[] => {
    const { id, attributes, meta } = entry
    return [
      { labelId: 'details.owner', value: <Owner entry={entry} /> },
      ...(meta?.team
        ? [
            {
              labelId: 'details.access',
              value: <FormattedMessage id={`team_folders.permission.${meta.team.permission}`} />,
            },
          ]
        : []),
      {
        labelId: isTrash ? 'details.original_location' : 'details.where',
        value:
          isTrash || !canChange(entry) ? (
            <span dir="auto">{where}</span>
          ) : (
            <WhereButton
              dir="auto"
              title={intl.formatMessage({ id: 'details.move' }, { name: attributes.name })}
              aria-haspopup="dialog"
              onClick={() => {
                overlay.open('move', { ids: [id], fromId: attributes.parent_id })
              }}
            >
              {where}
            </WhereButton>
          ),
      },
    ]
  }
  return (
    <DetailsView subject={subject} home={home} top={intl.formatMessage({ id: 'locations.home' })} factsOf={factsOf}>
      {(entry) => (
        <>
          {isTeamFolder(entry) ? <Members folder={entry} /> : null}
          {isTrash ? null : <SharingSection key={entry.id} entry={entry} />}
          {!isTrash && entry.type === 'file' && canChange(entry) ? <VersionsSection file={entry} /> : null}
          <ExifSection entry={entry} />
        </>
      )}
    </DetailsView>
  )
}

/** Opens the earlier contents of a file. */
function VersionsSection({ file }: { readonly file: Entry }) {
  const { overlay } = useHost()
  return (
    <DetailsSection>
      <div>
        <Button
          size="s"
          icon={History}
          onClick={() => {
            overlay.open('file-versions', { file })
          }}
        >
          <FormattedMessage id="versions.show" />
        </Button>
      </div>
    </DetailsSection>
  )
}

/** The user, or whoever has the team folder that an entry is in. */
function Owner({ entry }: { readonly entry: Entry }) {
  const teamFolder = useTeamFolder(entry)
  const { meta } = entry
  if (!meta?.team || meta.team.permission === 'owner') return <FormattedMessage id="details.me" />
  const owner = teamFolder?.relationships.members?.data.find(({ attributes }) => attributes.permission === 'owner')
  return owner ? <bdi>{owner.attributes.name}</bdi> : '…'
}

function Members({ folder }: { readonly folder: Entry }) {
  const teamFolder = useTeamFolder(folder)
  return teamFolder ? <TeamMembersSection folder={teamFolder} /> : null
}
