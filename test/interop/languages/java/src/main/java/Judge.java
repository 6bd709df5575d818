// Judges the service with the official Java client: prints one JSON line for each step. Arguments: URL, Authorization, client id, secret.
import io.modelcontextprotocol.client.McpClient;
import io.modelcontextprotocol.client.McpSyncClient;
import io.modelcontextprotocol.client.transport.HttpClientStreamableHttpTransport;
import io.modelcontextprotocol.spec.McpSchema;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.json.JsonMapper;

public class Judge {
  private static final JsonMapper JSON = new JsonMapper();

  public static void main(String[] args) throws Exception {
    String base = args[0], authorization = args[1], id = args[2], secret = args[3];
    try (McpSyncClient client = connect(base, authorization)) {
      show("version", client.initialize().protocolVersion());
      show("tools", names(client));
      for (Map<String, Object> each : readCalls()) show((String) each.get("step"), call(client, each));
    }
    try (McpSyncClient client = connect(base, "Bearer " + accessToken(base, id, secret))) {
      client.initialize();
      show("with an access token", names(client));
    }
    System.exit(0);
  }

  private static McpSyncClient connect(String base, String authorization) {
    var transport =
        HttpClientStreamableHttpTransport.builder(base)
            .endpoint("/mcp")
            .requestBuilder(HttpRequest.newBuilder().header("Authorization", authorization))
            .build();
    return McpClient.sync(transport).clientInfo(new McpSchema.Implementation("judge", "1.0.0")).build();
  }

  private static List<String> names(McpSyncClient client) {
    return client.listTools().tools().stream().map(McpSchema.Tool::name).toList();
  }

  @SuppressWarnings("unchecked")
  private static List<Map<String, Object>> readCalls() throws Exception {
    return JSON.readValue(System.getenv("CALLS"), List.class);
  }

  @SuppressWarnings("unchecked")
  private static Map<String, Object> call(McpSyncClient client, Map<String, Object> each) {
    var request = new McpSchema.CallToolRequest((String) each.get("name"), (Map<String, Object>) each.get("arguments"));
    var result = client.callTool(request);
    var text = new StringBuilder();
    for (var part : result.content()) if (part instanceof McpSchema.TextContent shown) text.append(shown.text());
    Map<String, Object> value = new LinkedHashMap<>();
    value.put("isError", Boolean.TRUE.equals(result.isError()));
    value.put("structured", result.structuredContent());
    value.put("text", text.toString());
    return value;
  }

  private static String accessToken(String base, String id, String secret) throws Exception {
    String basic = Base64.getEncoder().encodeToString((id + ":" + secret).getBytes(StandardCharsets.UTF_8));
    var request =
        HttpRequest.newBuilder(URI.create(base + "/v1/oauth/token"))
            .header("Authorization", "Basic " + basic)
            .header("Content-Type", "application/x-www-form-urlencoded")
            .POST(HttpRequest.BodyPublishers.ofString("grant_type=client_credentials"))
            .build();
    var response = HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.ofString());
    return (String) JSON.readValue(response.body(), Map.class).get("access_token");
  }

  private static void show(String step, Object value) throws Exception {
    System.out.println(JSON.writeValueAsString(Map.of("step", step, "value", value)));
  }
}
