import { useRefetchOnFocus } from '@holdall/file-browser'
import { useHost, usePreferences } from '@holdall/section'
import { Icon, IconButton } from '@holdall/ui'
import { ChevronDown, ChevronRight } from '@holdall/ui/icons'
import { type ComponentProps, useId } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import styled from 'styled-components'
import { canAddTo } from '../entries/entry-rights.ts'
import { nodeOfTeamFolder, teamFoldersKey, teamTreeQuery, useTeamFolders } from '../entries/team-queries.ts'
import { CollapsibleGroup } from './collapsible-group.tsx'
import { FolderRows } from './folder-row-styles.ts'
import { Branch } from './folder-tree.tsx'
import { collaborationPages, type PageProps } from './platform-pages.ts'
import { SidebarItem } from './sidebar-frame.tsx'
import { useTreeLinks } from './use-tree-links.ts'

const Page = styled.div`
  position: relative;
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: 1px;
  & > a {
    padding-inline-end: 40px;
  }
  & > button {
    position: absolute;
    inset-block-start: 4px;
    inset-inline-end: 4px;
  }
`

/** The pages of team folders, each with the tree of its folders, which collapses. */
export const CollaborationGroup = (shown: PageProps) => (
  <CollapsibleGroup id="collaboration" title={<FormattedMessage id="frame.collaboration" />}>
    {collaborationPages.map((page) => (
      <TeamPage key={page.id} page={page} shown={shown} />
    ))}
  </CollapsibleGroup>
)

const TeamTree = (props: ComponentProps<'ul'>) => <FolderRows {...props} {...useTreeLinks()} />

interface TeamPageProps {
  readonly page: (typeof collaborationPages)[number]
  readonly shown: PageProps
}

function TeamPage({ page: { id, route, labelId, icon }, shown }: TeamPageProps) {
  const { navigation, preferences } = useHost()
  const { collapsedGroups } = usePreferences()
  const intl = useIntl()
  const treeId = useId()
  const { data: folders = [] } = useTeamFolders(id)
  useRefetchOnFocus(teamFoldersKey(id))
  const isCollapsed = collapsedGroups.includes(id)
  const toggle = () => {
    const others = collapsedGroups.filter((other) => other !== id)
    preferences.set('collapsedGroups', isCollapsed ? others : [...others, id])
  }
  const name = intl.formatMessage({ id: labelId })
  return (
    <Page>
      <SidebarItem to={navigation.href(route)} {...(id === shown.page && { 'aria-current': 'page' })}>
        <Icon as={icon} />
        {name}
      </SidebarItem>
      {folders.length > 0 ? (
        <>
          <IconButton
            icon={isCollapsed ? ChevronRight : ChevronDown}
            iconSize={14}
            size="s"
            flip
            label={intl.formatMessage({ id: 'frame.open_folder' }, { name })}
            aria-expanded={!isCollapsed}
            aria-controls={treeId}
            onClick={toggle}
          />
          <TeamTree id={treeId} hidden={isCollapsed}>
            {isCollapsed
              ? null
              : folders.map((folder) => (
                  <Branch
                    key={folder.id}
                    node={nodeOfTeamFolder(folder)}
                    depth={0}
                    current={shown.page === id ? shown.folderId : null}
                    tree={{ route, levelQuery: teamTreeQuery, isDropTarget: canAddTo(folder) }}
                  />
                ))}
          </TeamTree>
        </>
      ) : null}
    </Page>
  )
}
