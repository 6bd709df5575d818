//! Judges the service with the official Rust client: prints one JSON line for each step. Arguments: URL, Authorization, client id, secret.
use rmcp::{
    model::{CallToolRequestParams, JsonObject},
    service::RunningService,
    transport::{streamable_http_client::StreamableHttpClientTransportConfig, StreamableHttpClientTransport},
    RoleClient, ServiceExt,
};
use serde_json::{json, Value};

type Failure = Box<dyn std::error::Error>;

async fn connect(base: &str, credential: &str) -> Result<RunningService<RoleClient, ()>, Failure> {
    let config = StreamableHttpClientTransportConfig::with_uri(format!("{base}/mcp")).auth_header(credential);
    Ok(().serve(StreamableHttpClientTransport::from_config(config)).await?)
}

async fn names(session: &RunningService<RoleClient, ()>) -> Result<Value, Failure> {
    let tools = session.list_all_tools().await?;
    Ok(tools.iter().map(|tool| tool.name.to_string()).collect())
}

async fn call(session: &RunningService<RoleClient, ()>, name: &str, arguments: JsonObject) -> Result<Value, Failure> {
    let params = CallToolRequestParams::new(name.to_string()).with_arguments(arguments);
    let result = session.call_tool(params).await?;
    let text: String = result.content.iter().filter_map(|part| part.as_text()).map(|part| part.text.clone()).collect();
    Ok(json!({ "isError": result.is_error.unwrap_or(false), "structured": result.structured_content, "text": text }))
}

async fn access_token(base: &str, id: &str, secret: &str) -> Result<String, Failure> {
    let request = reqwest::Client::new()
        .post(format!("{base}/v1/oauth/token"))
        .basic_auth(id, Some(secret))
        .header("content-type", "application/x-www-form-urlencoded")
        .body("grant_type=client_credentials");
    let granted: Value = request.send().await?.json().await?;
    Ok(granted["access_token"].as_str().ok_or("no access token")?.to_string())
}

fn show(step: &str, value: Value) {
    println!("{}", json!({ "step": step, "value": value }));
}

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Failure> {
    let [_, base, authorization, id, secret] = std::env::args().collect::<Vec<_>>().try_into().expect("four arguments");
    let session = connect(&base, authorization.trim_start_matches("Bearer ")).await?;
    show("version", json!(session.peer_info().map(|info| info.protocol_version.to_string())));
    show("tools", names(&session).await?);
    let calls: Vec<Value> = serde_json::from_str(&std::env::var("CALLS")?)?;
    for each in calls {
        let (step, name) = (each["step"].as_str().unwrap_or(""), each["name"].as_str().unwrap_or(""));
        let arguments = each["arguments"].as_object().cloned().unwrap_or_default();
        show(step, call(&session, name, arguments).await?);
    }
    session.cancel().await?;
    let session = connect(&base, &access_token(&base, &id, &secret).await?).await?;
    show("with an access token", names(&session).await?);
    session.cancel().await?;
    Ok(())
}
