/** The Lambda handler of the dashboard and the public pages. */
import { createDashboardHandler } from './create-dashboard-handler.ts';
import { dashboardDependencies } from './dependencies.ts';

export const handler = createDashboardHandler(dashboardDependencies(process.env));
