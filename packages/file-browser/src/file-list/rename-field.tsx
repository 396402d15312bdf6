import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import type { Entry } from '@holdall/api'
import { isApiError } from '@holdall/api-client'
import { Input } from '@holdall/ui'
import { useIntl } from 'react-intl'
import styled from 'styled-components'
import { useBrowser } from '../browser-state/browser-context.ts'
import { isComposing } from '../keyboard/composing.ts'
import { renameSelectionLength } from '../format/rename-selection.ts'

const Box = styled.span`
  position: relative;
  input {
    block-size: 32px;
    min-block-size: 32px;
    margin-inline-start: -9px;
    padding-inline: 8px;
    border-radius: 8px;
    font-weight: var(--w-medium);
  }
`
const Problem = styled.span`
  position: absolute;
  z-index: 2;
  inset-block-start: calc(100% + 4px);
  inset-inline-start: -8px;
  padding: 4px 8px;
  border-radius: 7px;
  background: var(--danger-soft);
  box-shadow: 0 0 0 1px var(--danger-line);
  color: var(--danger-text);
  font-size: var(--t-12);
  line-height: 16px;
  white-space: normal;
`

/**
 * Edits a name in its row. Enter and leaving the field save, Escape cancels; a refused name stays in the field with the
 * reason.
 */
export function RenameField({ entry }: { readonly entry: Entry }) {
  const { renaming, now, focus } = useBrowser()
  const intl = useIntl()
  const [name, setName] = useState(entry.attributes.name)
  const [problem, setProblem] = useState<string | null>(null)
  const field = useRef<HTMLInputElement>(null)
  // Set once editing has ended, so that leaving the field does not save.
  const settled = useRef(false)
  const problemId = useId()

  const [stem] = useState(() => renameSelectionLength(entry.attributes.name, entry.type))
  useEffect(() => {
    field.current?.focus()
    field.current?.setSelectionRange(0, stem)
  }, [stem])

  const end = (refocus: boolean) => {
    settled.current = true
    if (renaming.get() === entry.id) renaming.set(null)
    if (refocus) focus()
  }
  const save = async (refocus: boolean) => {
    if (settled.current) return
    const newName = name.trim()
    if (newName === '' || newName === entry.attributes.name) {
      end(refocus)
      return
    }
    settled.current = true
    try {
      await now().onRename?.(entry, newName)
      end(refocus)
    } catch (error) {
      if (isApiError(error) && error.fields['name']) {
        setProblem(error.fields['name'][0] ?? error.message)
        settled.current = false
      } else end(refocus)
    }
  }
  const onKeyDown = (event: KeyboardEvent) => {
    event.stopPropagation()
    if (isComposing(event)) return
    if (event.key === 'Enter') void save(true)
    if (event.key === 'Escape') end(true)
  }
  const stopPropagation = (event: { stopPropagation(): void }) => {
    event.stopPropagation()
  }
  return (
    // The list handles clicks in its rows, but not those in this field.
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions, jsx-a11y/click-events-have-key-events
    <Box onClick={stopPropagation} onDoubleClick={stopPropagation} onPointerDown={stopPropagation}>
      <Input
        ref={field}
        dir="auto"
        value={name}
        spellCheck={false}
        autoComplete="off"
        aria-label={intl.formatMessage({ id: 'browser.rename_label' }, { name: entry.attributes.name })}
        {...(problem !== null && { 'aria-invalid': true, 'aria-describedby': problemId })}
        onChange={(event) => {
          setName(event.target.value)
          setProblem(null)
        }}
        onKeyDown={onKeyDown}
        onBlur={() => {
          if (problem === null) void save(false)
        }}
      />
      <span aria-live="polite">{problem === null ? null : <Problem id={problemId}>{problem}</Problem>}</span>
    </Box>
  )
}
