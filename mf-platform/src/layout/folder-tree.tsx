import type { FolderNode } from '@holdall/api'
import { useRefetchOnFocus, useStore } from '@holdall/file-browser'
import { Link, useHost } from '@holdall/section'
import { Button, FolderIcon, Icon } from '@holdall/ui'
import { ChevronDown, ChevronRight } from '@holdall/ui/icons'
import { useQuery } from '@tanstack/react-query'
import { FormattedMessage, useIntl } from 'react-intl'
import styled from 'styled-components'
import { treeQuery } from '../entries/entry-queries.ts'
import { toggleFolder, openFolders } from './folder-tree-state.ts'
import { CollapsibleGroup } from './collapsible-group.tsx'
import { FolderRow, FolderRows } from './folder-row-styles.ts'

const Row = styled(FolderRow)<{ $depth: number }>`
  padding-inline-start: ${({ $depth }) => 6 + $depth * 18}px;
  button,
  span[data-toggle] {
    display: grid;
    flex: none;
    place-items: center;
    inline-size: 18px;
    block-size: 24px;
    border-radius: 5px;
    color: var(--text-3);
  }
`

const Failure = styled.div`
  display: grid;
  justify-items: start;
  gap: 8px;
  padding: 4px 10px 8px;
  font-size: var(--t-13);
  color: var(--text-3);
`
const More = styled.li`
  padding-block: 6px;
  font-size: var(--t-12);
  color: var(--text-3);
`

/** The folders of the user's files; each level is fetched when it is first opened. */
export function FolderTree({ current }: { readonly current: string | null }) {
  const { data, isError, refetch } = useQuery(treeQuery(null))
  useRefetchOnFocus(['tree'])
  if (!isError && (!data || data.length === 0)) return null
  return (
    <CollapsibleGroup id="folders" title={<FormattedMessage id="frame.folders" />}>
      {data ? <Level nodes={data} depth={0} current={current} /> : <Failed depth={0} retry={() => void refetch()} />}
    </CollapsibleGroup>
  )
}

/** Shown in place of a level that failed to load. */
const Failed = ({ depth, retry }: { readonly depth: number; readonly retry: () => void }) => (
  <Failure style={{ paddingInlineStart: 10 + depth * 18 }}>
    <FormattedMessage id="frame.folders_failed" />
    <Button size="s" onClick={retry}>
      <FormattedMessage id="frame.retry" />
    </Button>
  </Failure>
)

interface LevelProps {
  readonly nodes: readonly FolderNode[]
  readonly depth: number
  readonly current: string | null
}

/** The file list shows all of them. */
const MAX_SHOWN = 200

const Level = ({ nodes, depth, current }: LevelProps) => (
  <FolderRows>
    {nodes.slice(0, MAX_SHOWN).map((node) => (
      <Branch key={node.id} node={node} depth={depth} current={current} />
    ))}
    {nodes.length > MAX_SHOWN ? (
      <More style={{ paddingInlineStart: 30 + depth * 18 }}>
        <FormattedMessage id="frame.more_folders" values={{ count: nodes.length - MAX_SHOWN }} />
      </More>
    ) : null}
  </FolderRows>
)

function Branch({ node, depth, current }: Omit<LevelProps, 'nodes'> & { readonly node: FolderNode }) {
  const intl = useIntl()
  const { navigation } = useHost()
  const open = useStore(openFolders, (ids) => ids.has(node.id))
  const { data, isError, refetch } = useQuery({ ...treeQuery(node.id), enabled: open && node.has_folders })
  return (
    <li>
      <Row $depth={depth}>
        {node.has_folders ? (
          <button
            type="button"
            aria-expanded={open}
            aria-label={intl.formatMessage({ id: 'frame.open_folder' }, { name: node.name })}
            onClick={() => {
              toggleFolder(node.id)
            }}
          >
            <Icon as={open ? ChevronDown : ChevronRight} size={14} flip />
          </button>
        ) : (
          <span data-toggle />
        )}
        <Link
          to={navigation.href('Files', { id: node.id })}
          data-folder={node.id}
          {...(node.id === current && { 'aria-current': 'page' })}
        >
          <FolderIcon hue={node.color ?? 'green'} emoji={node.emoji} size={18} />
          <span dir="auto">{node.name}</span>
        </Link>
      </Row>
      {open && data ? <Level nodes={data} depth={depth + 1} current={current} /> : null}
      {open && !data && isError ? <Failed depth={depth + 1} retry={() => void refetch()} /> : null}
    </li>
  )
}
