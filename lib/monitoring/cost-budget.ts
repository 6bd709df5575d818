/**
 * A budget for the costs of the whole AWS account in a calendar month. It does not filter by the stack's tag, because
 * such a filter silently counts nothing until someone activates the tag for billing. The budget only sends warnings.
 */
import { CfnBudget } from 'aws-cdk-lib/aws-budgets';
import type { Construct } from 'constructs';

interface CostBudgetProps {
  readonly monthlyBudgetUsd: number;
  readonly email: string;
}

/** In percent of the budget. */
const SPENT_ALREADY = 80;
const FORECAST = 100;

export class CostBudget extends CfnBudget {
  constructor(scope: Construct, id: string, { monthlyBudgetUsd, email }: CostBudgetProps) {
    super(scope, id, {
      budget: {
        budgetType: 'COST',
        timeUnit: 'MONTHLY',
        budgetLimit: { amount: monthlyBudgetUsd, unit: 'USD' },
      },
      notificationsWithSubscribers: [warning('ACTUAL', SPENT_ALREADY, email), warning('FORECASTED', FORECAST, email)],
    });
  }
}

function warning(
  notificationType: 'ACTUAL' | 'FORECASTED',
  threshold: number,
  address: string,
): CfnBudget.NotificationWithSubscribersProperty {
  return {
    notification: { notificationType, threshold, thresholdType: 'PERCENTAGE', comparisonOperator: 'GREATER_THAN' },
    subscribers: [{ subscriptionType: 'EMAIL', address }],
  };
}
