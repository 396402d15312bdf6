export { Dialog, type DialogProps } from './dialog.tsx'
export { FullScreenLayer, type FullScreenLayerProps } from './full-screen-layer.tsx'
export { SidePanel, type SidePanelProps } from './side-panel.tsx'
export { AlertBody, ConfirmBody, type AlertBodyProps, type ConfirmBodyProps } from './confirm-and-alert.tsx'
