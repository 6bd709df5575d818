/**
 * A budget for the costs of the whole AWS account in a calendar month. Not for the stack's alone: a filter by tag counts nothing until someone
 * has activated the tag for billing, and would say so nowhere. It warns; it stops nothing.
 */
import { CfnBudget } from 'aws-cdk-lib/aws-budgets';
import type { Construct } from 'constructs';

export interface CostBudgetProps {
  readonly monthlyBudgetUsd: number;
  readonly email: string;
}

/** Of the budget, in percent. */
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
