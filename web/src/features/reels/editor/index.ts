/** What pages may use of the reel editor. Loaded lazily: it is large, and not everybody opens it. */
export { ReelEditor } from './components/reel-editor.tsx'
