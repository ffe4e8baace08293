export { DemoBar } from './components/demo-bar'
export { DemoDriver } from './components/demo-driver'
export { DriveInTown } from './components/drive-in-town'
