import type { FolderNode } from '@holdall/api'
import { useRefetchOnFocus, useStore } from '@holdall/file-browser'
import { Link, useHost } from '@holdall/section'
import { Button, FolderIcon, Icon } from '@holdall/ui'
import { ChevronDown, ChevronRight } from '@holdall/ui/icons'
import { FormattedMessage, useIntl } from 'react-intl'
import styled from 'styled-components'
import { treeQuery } from '../entries/entry-queries.ts'
import { type LevelQuery, type MoreFolders, useFolderLevel } from '../entries/folder-level.ts'
import { toggleFolder, openFolders } from './folder-tree-state.ts'
import { CollapsibleGroup } from './collapsible-group.tsx'
import { FolderRow, FolderRows } from './folder-row-styles.ts'
import { useTreeLinks } from './use-tree-links.ts'

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
  padding-block: 4px;
`

/** Where the folders of a tree are from, and where its links lead. */
export interface TreeOf {
  readonly route: 'Files' | 'TeamFolders' | 'SharedWithMe'
  /** The folders directly inside a folder. */
  readonly levelQuery: (parentId: string) => LevelQuery
  /** Whether entries can be dropped on the folders. */
  readonly isDropTarget: boolean
}

const ownFiles: TreeOf = { route: 'Files', levelQuery: treeQuery, isDropTarget: true }

/** The folders of the user's files; each level is fetched when it is first opened. */
export function FolderTree({ current }: { readonly current: string | null }) {
  const { nodes, isError, more, retry } = useFolderLevel(treeQuery(null))
  useRefetchOnFocus(['tree'])
  if (!isError && (!nodes || nodes.length === 0)) return null
  return (
    <CollapsibleGroup id="folders" title={<FormattedMessage id="frame.folders" />}>
      {nodes ? (
        <Tree nodes={nodes} more={more} depth={0} current={current} tree={ownFiles} />
      ) : (
        <Failed depth={0} retry={retry} />
      )}
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
  readonly more: MoreFolders | null
  readonly depth: number
  readonly current: string | null
  readonly tree: TreeOf
}

const Tree = (level: LevelProps) => (
  <FolderRows {...useTreeLinks()}>
    <Rows {...level} />
  </FolderRows>
)

const Level = (level: LevelProps) => (
  <FolderRows>
    <Rows {...level} />
  </FolderRows>
)

const Rows = ({ nodes, more, depth, ...rest }: LevelProps) => (
  <>
    {nodes.map((node) => (
      <Branch key={node.id} node={node} depth={depth} {...rest} />
    ))}
    {more?.isFailed ? (
      <li>
        <Failed depth={depth} retry={more.load} />
      </li>
    ) : more ? (
      <More style={{ paddingInlineStart: 30 + depth * 18 }}>
        <Button
          size="s"
          onClick={({ currentTarget }) => {
            // The last folder that is shown: this button is removed with the last page.
            currentTarget.closest('li')?.previousElementSibling?.querySelector('a')?.focus()
            more.load()
          }}
        >
          <FormattedMessage id="frame.show_more_folders" />
        </Button>
      </More>
    ) : null}
  </>
)

/** A folder of a tree, with the folders in it while it is open. */
export function Branch({
  node,
  depth,
  current,
  tree,
}: Omit<LevelProps, 'nodes' | 'more'> & { readonly node: FolderNode }) {
  const intl = useIntl()
  const { navigation } = useHost()
  const open = useStore(openFolders, (ids) => ids.has(node.id))
  const { nodes, isError, more, retry } = useFolderLevel(tree.levelQuery(node.id), {
    isEnabled: open && node.has_folders,
  })
  const mayOpen = node.has_folders && nodes?.length !== 0
  return (
    <li>
      <Row $depth={depth}>
        {mayOpen ? (
          <button
            type="button"
            // The arrow keys open and close the folder at its link.
            tabIndex={-1}
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
          to={navigation.href(tree.route, { id: node.id })}
          data-folder={tree.isDropTarget ? node.id : undefined}
          {...(node.id === current && { 'aria-current': 'page' })}
        >
          <FolderIcon hue={node.color ?? 'green'} emoji={node.emoji} size={18} />
          <span dir="auto">{node.name}</span>
        </Link>
      </Row>
      {open && nodes ? <Level nodes={nodes} more={more} depth={depth + 1} current={current} tree={tree} /> : null}
      {open && !nodes && isError ? <Failed depth={depth + 1} retry={retry} /> : null}
    </li>
  )
}
