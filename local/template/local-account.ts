/** The account and region of all local resources. */
export const LOCAL_REGION = 'us-east-1';
export const LOCAL_ACCOUNT_ID = '000000000000';

export function localArn(service: string, resource: string): string {
  return `arn:aws:${service}:${LOCAL_REGION}:${LOCAL_ACCOUNT_ID}:${resource}`;
}

export const LOCAL_CREDENTIALS = { accessKeyId: 'local', secretAccessKey: 'local' };
