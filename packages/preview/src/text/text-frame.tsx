import { type ReactNode, useEffect } from 'react'
import { SheetMenu, useFormatSize } from '@holdall/file-browser'
import { Button } from '@holdall/ui'
import { ChevronDown } from '@holdall/ui/icons'
import { FormattedMessage, useIntl } from 'react-intl'
import styled from 'styled-components'
import { Loading } from '../controls/loading.tsx'
import { viewerFrameStyles } from '../controls/viewer-frame.ts'
import { encodings } from '../reading/decode-text.ts'
import type { ViewerProps } from '../viewer-props.ts'
import type { ReadText } from './use-text.ts'

const Frame = styled.div`
  ${viewerFrameStyles}
  max-inline-size: 1100px;
  @media (max-width: 640px) {
    border-radius: 0;
  }
  @media print {
    display: block;
    block-size: auto;
    max-inline-size: none;
    overflow: visible;
    background: none;
    color: #000;
  }
`
const Tools = styled.div`
  display: flex;
  flex: none;
  flex-wrap: wrap;
  align-items: center;
  justify-content: flex-end;
  gap: 4px 12px;
  min-block-size: 44px;
  padding: 4px 8px 4px 16px;
  border-block-end: 1px solid var(--line);
  color: var(--text-2);
  font-size: var(--t-13);
  & > output {
    flex: 1 1 220px;
    &:empty {
      flex-basis: 0;
    }
  }
  @media print {
    display: none;
  }
`
const Scroller = styled.section`
  flex: 1;
  min-block-size: 0;
  overflow: auto;
  /* By the direction of the text, not by that of the page. */
  &[dir] {
    text-align: start;
  }
  &:focus-visible {
    outline-offset: -2px;
  }
  @media print {
    overflow: visible;
  }
`
interface TextFrameProps {
  readonly read: ReadText | null
  readonly name: string
  readonly setPrint: ViewerProps['setPrint']
  /** Further controls. */
  readonly tools?: ReactNode
  /** Direction of the text; default: that of its first letters. */
  readonly direction?: 'auto' | 'ltr'
  /** Content that scrolls itself. */
  readonly scrollsItself?: boolean
  readonly children: ReactNode
}

/** The sheet around a text: what part of the file it is, its encoding, and the text, which scrolls. */
export function TextFrame(props: TextFrameProps) {
  const { read, name, setPrint, tools, direction = 'auto', scrollsItself = false, children } = props
  const formatSize = useFormatSize()
  const isLoaded = read !== null
  useEffect(() => {
    // Of a table that scrolls itself only the visible part would be printed.
    if (!isLoaded || scrollsItself) return undefined
    setPrint(() => {
      window.print()
    })
    return () => {
      setPrint(null)
    }
  }, [isLoaded, scrollsItself, setPrint])
  if (!read) return <Loading name={name} />
  return (
    <Frame>
      <Tools>
        <output>
          {read.isHead ? (
            <FormattedMessage id="preview.text.head" values={{ size: <bdi>{formatSize(read.bytes)}</bdi> }} />
          ) : null}
        </output>
        {tools}
        <EncodingMenu read={read} />
      </Tools>
      {scrollsItself ? (
        children
      ) : (
        // Scrolled by keyboard, so it is focusable.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        <Scroller dir={direction} tabIndex={0} aria-label={name}>
          {children}
        </Scroller>
      )}
    </Frame>
  )
}

function EncodingMenu({ read: { chosen, detected, choose } }: { readonly read: ReadText }) {
  const intl = useIntl()
  const label = intl.formatMessage({ id: 'preview.encoding' })
  const choice = (id: string, text: string, checked: boolean, onSelect: () => void) => ({
    kind: 'choice' as const,
    id,
    label: text,
    checked,
    onSelect,
  })
  const automatic = intl.formatMessage({ id: 'preview.encoding.auto' }, { encoding: detected.toUpperCase() })
  return (
    <SheetMenu
      align="end"
      label={label}
      items={[
        choice('auto', automatic, chosen === null, () => {
          choose(null)
        }),
        ...encodings.map((encoding) =>
          choice(encoding, encoding.toUpperCase(), chosen === encoding, () => {
            choose(encoding)
          }),
        ),
      ]}
      trigger={
        <Button variant="quiet" size="s" aria-label={`${label}: ${(chosen ?? detected).toUpperCase()}`}>
          {(chosen ?? detected).toUpperCase()}
          <ChevronDown size={16} aria-hidden />
        </Button>
      }
    />
  )
}
