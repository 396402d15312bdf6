import { useRef, useState } from 'react'
import type { ConflictChoice, NameConflict } from '@holdall/api'
import { lookOf, useFormatDate, useFormatSize } from '@holdall/file-browser'
import { isolate, type PopupProps } from '@holdall/section'
import { Button, Checkbox, FolderIcon, Grow, KindTile, useIsPhone } from '@holdall/ui'
import { Dialog } from '@holdall/ui/dialog'
import { FormattedMessage, useIntl } from 'react-intl'
import styled from 'styled-components'
import type { ConflictAction } from './use-conflict-calls.ts'

type ConflictSide = NameConflict['item']

const Sides = styled.div`
  display: grid;
  gap: 8px;
`
const Side = styled.div`
  display: flex;
  align-items: center;
  gap: 12px;
  padding: 12px 14px;
  border: 1px solid var(--line);
  border-radius: 12px;
  dt {
    font-size: var(--t-13);
    color: var(--text-3);
  }
  dd {
    margin: 0;
    overflow-wrap: anywhere;
  }
`
const Lead = styled.p`
  color: var(--text-2);
  line-height: 22px;
  overflow-wrap: anywhere;
`

/** Asks about one taken name after the other, or about all of them at once. */
export function NameConflictPopup({ input, close }: PopupProps<'name-conflict'>) {
  const { action, conflicts, total, canReplace: mayReplace = true, onDecide } = input
  const intl = useIntl()
  const phone = useIsPhone()
  const [index, setIndex] = useState(0)
  const [isForAll, setIsForAll] = useState(false)
  const keepBoth = useRef<HTMLButtonElement>(null)
  const choices = useRef<{ id: string; on_conflict: ConflictChoice }[]>([])
  const conflict = conflicts[index]
  if (!conflict) return null
  const { name, item, existing } = conflict
  const left = total - index
  const canReplace = mayReplace && item.type === 'file' && existing.type === 'file'
  const canMerge = mayReplace && isMerge(action, item, existing)
  const choose = (choice: ConflictChoice) => {
    choices.current.push({ id: item.id, on_conflict: choice })
    if (!isForAll && index + 1 < conflicts.length) {
      setIndex(index + 1)
      return
    }
    onDecide({ choices: choices.current, rest: isForAll ? choice : 'ask' })
    close()
  }
  return (
    <Dialog
      open
      onClose={close}
      title={intl.formatMessage({ id: 'conflict.title' }, { name: isolate(name) })}
      closeLabel={intl.formatMessage({ id: 'popup.close' })}
      initialFocus={keepBoth}
      footer={
        <>
          <Button variant="quiet" onClick={() => choose('skip')}>
            <FormattedMessage id="conflict.skip" />
          </Button>
          {phone ? null : <Grow />}
          {canReplace || canMerge ? (
            <Button onClick={() => choose('replace')}>
              <FormattedMessage id={canMerge ? 'conflict.merge' : 'conflict.replace'} />
            </Button>
          ) : null}
          <Button ref={keepBoth} variant="primary" onClick={() => choose('keep-both')}>
            <FormattedMessage id="conflict.keep_both" />
          </Button>
        </>
      }
    >
      <Lead>
        <FormattedMessage id={mayReplace ? textIdOf(action, item, existing) : plainTextIdOf(existing)} />
      </Lead>
      <Sides>
        <SideView name={name} side={existing} label={intl.formatMessage({ id: 'conflict.existing' })} />
        <SideView name={name} side={item} label={intl.formatMessage({ id: `conflict.item.${action}` })} />
      </Sides>
      {left > 1 ? (
        <Checkbox
          checked={isForAll}
          onChange={setIsForAll}
          label={intl.formatMessage({ id: 'conflict.all' }, { count: left })}
        />
      ) : null}
    </Dialog>
  )
}

/** Only an uploaded folder is merged into another one: it arrives file by file. */
const isMerge = (action: ConflictAction, item: ConflictSide, existing: ConflictSide) =>
  action === 'upload' && item.type === 'folder' && existing.type === 'folder'

const plainTextIdOf = ({ type }: ConflictSide) => (type === 'folder' ? 'conflict.text_folder' : 'conflict.text_kept')

function textIdOf(action: ConflictAction, item: ConflictSide, existing: ConflictSide): string {
  if (isMerge(action, item, existing)) return 'conflict.text_merge'
  if (existing.type === 'folder' || item.type === 'folder') return plainTextIdOf(existing)
  return action === 'restore' ? 'conflict.text_restore' : 'conflict.text'
}

interface SideViewProps {
  readonly name: string
  readonly side: ConflictSide
  readonly label: string
}

function SideView({ name, side, label }: SideViewProps) {
  const intl = useIntl()
  const formatSize = useFormatSize()
  const formatDate = useFormatDate()
  return (
    <Side>
      {side.type === 'folder' ? <FolderIcon /> : <KindTile {...lookOf(null, name)} />}
      <dl>
        <dt>{label}</dt>
        <dd>
          {side.filesize === null ? (
            intl.formatMessage({ id: 'conflict.folder' })
          ) : (
            <bdi>{formatSize(side.filesize)}</bdi>
          )}
          {' · '}
          {formatDate(side.modified_at ?? side.updated_at)}
        </dd>
      </dl>
    </Side>
  )
}
