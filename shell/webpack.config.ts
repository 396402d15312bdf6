import { shellConfig } from '@holdall/build'

export default shellConfig({ dir: import.meta.dirname })
