export { BarChart, LineChart } from './late-charts'
