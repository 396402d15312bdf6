export { Dialog, type DialogProps } from './Dialog.tsx'
export { AlertBody, ConfirmBody, type AlertBodyProps, type ConfirmBodyProps } from './bodies.tsx'
