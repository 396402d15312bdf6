import type { ComponentProps } from 'react'
import styled from 'styled-components'
import { fieldStyles, useFieldControl } from './field-control.ts'

const Root = styled.textarea`
  ${fieldStyles}
  display: block;
  min-block-size: 88px;
  padding-block: 10px;
  resize: vertical;
`

/** A text field of several lines. */
export const Textarea = (props: ComponentProps<'textarea'>) => <Root {...props} {...useFieldControl(props)} />
