import { Button, Field, FolderIcon, Icon, useFieldControl } from '@holdall/ui'
import { House } from '@holdall/ui/icons'
import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useId, useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import styled from 'styled-components'
import { knownEntry, knownFolderName } from '../entries/cached-entries.ts'
import { FolderPicker } from '../move/folder-picker.tsx'

const Line = styled.div`
  display: flex;
  align-items: center;
  gap: 10px;
  min-block-size: 48px;
  padding-block: 6px;
  padding-inline: 12px 6px;
  border-radius: 12px;
  background: var(--sunken);
  box-shadow: inset 0 0 0 1px var(--line-2);
  & > svg {
    flex: none;
    color: var(--icon);
  }
  bdi {
    flex: 1;
    min-inline-size: 0;
    overflow: hidden;
    text-overflow: ellipsis;
    white-space: nowrap;
  }
`
const Tree = styled.div`
  margin-block-start: 8px;
  padding-inline: 8px;
  & > [role='tree'] {
    block-size: min(220px, 36dvh);
  }
`

/** Those of others have their owners’ upload requests. */
const ownTeamFolders = ['team-folders'] as const

interface FolderFieldProps {
  readonly label: ReactNode
  /** null is the top of the user's files. */
  readonly folderId: string | null
  readonly onChange: (folderId: string | null) => void
}

/** A folder of the user, which a tree below it changes. */
export function FolderField({ label, folderId, onChange }: FolderFieldProps) {
  const intl = useIntl()
  const client = useQueryClient()
  const [isOpen, setOpen] = useState(false)
  const treeId = useId()
  const entry = folderId === null ? null : knownEntry(client, folderId)
  const name =
    folderId === null
      ? intl.formatMessage({ id: 'locations.home' })
      : (knownFolderName(client, folderId) ?? intl.formatMessage({ id: 'upload_requests.this_folder' }))
  return (
    <Field label={label}>
      <Line>
        {folderId === null ? (
          <Icon as={House} />
        ) : (
          <FolderIcon hue={entry?.attributes.color ?? 'green'} emoji={entry?.attributes.emoji ?? null} size={24} />
        )}
        <bdi>{name}</bdi>
        <ChangeButton
          name={name}
          isOpen={isOpen}
          treeId={treeId}
          onClick={() => {
            setOpen(!isOpen)
          }}
        />
      </Line>
      {isOpen ? (
        <Tree id={treeId}>
          <FolderPicker
            isMoved={() => false}
            picked={{ id: folderId }}
            teams={ownTeamFolders}
            onPick={({ id }) => {
              onChange(id)
            }}
          />
        </Tree>
      ) : null}
    </Field>
  )
}

interface ChangeButtonProps {
  readonly name: string
  readonly isOpen: boolean
  readonly treeId: string
  readonly onClick: () => void
}

function ChangeButton({ name, isOpen, treeId, onClick }: ChangeButtonProps) {
  const intl = useIntl()
  const wiring = useFieldControl({})
  return (
    <Button
      size="s"
      {...wiring}
      aria-expanded={isOpen}
      {...(isOpen && { 'aria-controls': treeId })}
      aria-label={intl.formatMessage({ id: 'upload_requests.change_named' }, { folder: name })}
      onClick={onClick}
    >
      <FormattedMessage id="upload_requests.change" />
    </Button>
  )
}
