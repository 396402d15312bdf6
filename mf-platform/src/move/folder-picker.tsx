import { useState } from 'react'
import type { FolderNode } from '@holdall/api'
import { Button, FolderIcon, Icon, Skeleton } from '@holdall/ui'
import { ChevronDown, ChevronRight, House } from '@holdall/ui/icons'
import { FormattedMessage, useIntl } from 'react-intl'
import type { PopupInputs } from '@holdall/section'
import { canAddTo } from '../entries/entry-rights.ts'
import { treeQuery } from '../entries/entry-queries.ts'
import { type LevelQuery, type MoreFolders, useFolderLevel } from '../entries/folder-level.ts'
import { nodeOfTeamFolder, type TeamPageId, teamTreeQuery, useTeamFolders } from '../entries/team-queries.ts'
import { linkTreeQuery } from './link-tree-query.ts'
import { useTreeKeys } from './use-folder-picker-keys.ts'
import { Failure, Item, Label, TeamLabel, Tree, Toggle } from './folder-picker-styles.ts'

/** A folder that was chosen; null is the top. */
export interface Picked {
  readonly id: string | null
}

interface FolderPickerProps {
  /** Whether a folder is itself moved: neither it nor a folder inside it can be chosen. */
  readonly isMoved: (node: FolderNode) => boolean
  readonly picked: Picked | null
  readonly onPick: (target: Picked) => void
  /** The link whose folders are shown; absent: the user's own. */
  readonly link?: PopupInputs['move']['link']
  /** The lists whose team folders are shown too, where the user may add to them; default: none. */
  readonly teams?: readonly TeamPageId[]
}

type QueryOfLevel = (parentId: string) => LevelQuery

/** A tree to choose a folder from: arrows move and open, Space and Enter choose. */
export function FolderPicker({ isMoved, picked, onPick, link, teams = [] }: FolderPickerProps) {
  const intl = useIntl()
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set())
  const keys = useTreeKeys()
  const { nodes, isError, more, retry } = useFolderLevel(link ? linkTreeQuery(link, null) : treeQuery(null))
  const levelQuery: QueryOfLevel = link ? (parentId) => linkTreeQuery(link, parentId) : treeQuery
  const toggle = (id: string) => {
    const next = new Set(open)
    if (!next.delete(id)) next.add(id)
    setOpen(next)
  }
  return (
    <Tree aria-label={intl.formatMessage({ id: 'files.move.folders' })} {...keys}>
      <Item
        aria-level={1}
        aria-selected={picked?.id === null}
        aria-expanded
        tabIndex={0}
        onClick={() => {
          onPick({ id: null })
        }}
      >
        <Label style={{ paddingInlineStart: 12 }}>
          {link ? <FolderIcon size={20} /> : <Icon as={House} />}
          {link ? <span dir="auto">{link.name}</span> : <FormattedMessage id="locations.home" />}
        </Label>
      </Item>
      {nodes ? (
        <Level nodes={nodes} depth={1} {...{ more, isMoved, picked, onPick, levelQuery, open, toggle }} />
      ) : isError ? (
        <Failed depth={1} retry={retry} />
      ) : (
        <Loading depth={1} />
      )}
      {teams.map((list) => (
        <TeamLevel key={list} list={list} {...{ isMoved, picked, onPick, levelQuery: teamTreeQuery, open, toggle }} />
      ))}
    </Tree>
  )
}

const teamLabels = { 'team-folders': 'locations.team_folders', 'shared-with-me': 'locations.shared_with_me' } as const

/** The team folders of a page that something can be put into, below its name; nothing where there are none. */
function TeamLevel({ list, ...tree }: Omit<TreeProps, 'depth'> & { readonly list: TeamPageId }) {
  const { data } = useTeamFolders(list)
  const folders = data?.filter(canAddTo) ?? []
  if (folders.length === 0) return null
  return (
    <>
      <TeamLabel role="none">
        <FormattedMessage id={teamLabels[list]} />
      </TeamLabel>
      <Level nodes={folders.map(nodeOfTeamFolder)} more={null} depth={0} {...tree} />
    </>
  )
}

const Loading = ({ depth }: { readonly depth: number }) => (
  <Label role="none" style={{ paddingInlineStart: 12 + depth * 18 }}>
    <Skeleton height={20} width="60%" />
  </Label>
)

/** The folder whose level is loaded, or the last one that is loaded: the item itself is removed meanwhile. */
function focusBefore({ previousElementSibling: before }: Element): void {
  if (before instanceof HTMLElement) before.focus()
}

/** Shown in place of a level that failed to load. An item of the tree, so that the arrow keys reach it. */
const Failed = ({ depth, retry }: { readonly depth: number; readonly retry: () => void }) => (
  <Item
    aria-level={depth + 1}
    tabIndex={-1}
    onClick={({ currentTarget }) => {
      focusBefore(currentTarget)
      retry()
    }}
  >
    <Failure style={{ paddingInlineStart: 12 + depth * 18 }}>
      <FormattedMessage id="frame.folders_failed" />
      <Button size="s" tabIndex={-1}>
        <FormattedMessage id="frame.retry" />
      </Button>
    </Failure>
  </Item>
)

interface TreeProps extends Pick<FolderPickerProps, 'isMoved' | 'picked' | 'onPick'> {
  readonly levelQuery: QueryOfLevel
  readonly depth: number
  readonly open: ReadonlySet<string>
  readonly toggle: (id: string) => void
}

interface LevelProps extends TreeProps {
  readonly nodes: readonly FolderNode[]
  readonly more: MoreFolders | null
}

const Level = ({ nodes, more, ...tree }: LevelProps) => (
  <>
    {nodes.map((node) => (
      <Branch key={node.id} node={node} {...tree} />
    ))}
    {more?.isFailed ? (
      <Failed depth={tree.depth} retry={more.load} />
    ) : more ? (
      <More depth={tree.depth} load={more.load} />
    ) : null}
  </>
)

/** Loads the next folders of a level. An item of the tree, so that the arrow keys reach it. */
const More = ({ depth, load }: { readonly depth: number; readonly load: () => void }) => (
  <Item
    aria-level={depth + 1}
    tabIndex={-1}
    onClick={({ currentTarget }) => {
      focusBefore(currentTarget)
      load()
    }}
  >
    <Label style={{ paddingInlineStart: 32 + depth * 18 }}>
      <span>
        <FormattedMessage id="frame.show_more_folders" />
      </span>
    </Label>
  </Item>
)

function Branch({ node, depth, ...tree }: TreeProps & { readonly node: FolderNode }) {
  const intl = useIntl()
  const { isMoved, picked, onPick, levelQuery, open, toggle } = tree
  const moves = isMoved(node)
  const isOpen = node.has_folders && !moves && open.has(node.id)
  const { nodes, isError, more, retry } = useFolderLevel(levelQuery(node.id), { isEnabled: isOpen })
  const mayOpen = node.has_folders && !moves && nodes?.length !== 0
  return (
    <>
      <Item
        aria-level={depth + 1}
        aria-selected={picked?.id === node.id}
        {...(mayOpen && { 'aria-expanded': isOpen })}
        {...(moves && { 'aria-disabled': true, title: intl.formatMessage({ id: 'files.move.itself' }) })}
        tabIndex={-1}
        onClick={() => {
          if (!moves) onPick({ id: node.id })
        }}
        onDoubleClick={() => {
          if (mayOpen) toggle(node.id)
        }}
      >
        <Label style={{ paddingInlineStart: 12 + depth * 18 }}>
          <Toggle
            data-toggle={mayOpen || undefined}
            onClick={(event) => {
              event.stopPropagation()
              if (mayOpen) toggle(node.id)
            }}
          >
            {mayOpen ? <Icon as={isOpen ? ChevronDown : ChevronRight} size={14} flip /> : null}
          </Toggle>
          <FolderIcon hue={node.color ?? 'green'} emoji={node.emoji} size={20} />
          <span dir="auto">{node.name}</span>
        </Label>
      </Item>
      {isOpen && nodes ? <Level nodes={nodes} more={more} depth={depth + 1} {...tree} /> : null}
      {isOpen && !nodes ? isError ? <Failed depth={depth + 1} retry={retry} /> : <Loading depth={depth + 1} /> : null}
    </>
  )
}
