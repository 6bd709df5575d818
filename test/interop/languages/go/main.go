// Judges the service with the official Go client: prints one JSON line for each step. Arguments: URL, Authorization, client id, secret.
package main

import (
	"context"
	"encoding/json"
	"fmt"
	"log"
	"net/http"
	"net/url"
	"os"
	"strings"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

type withHeader struct{ authorization string }

func (h withHeader) RoundTrip(request *http.Request) (*http.Response, error) {
	request = request.Clone(request.Context())
	request.Header.Set("Authorization", h.authorization)
	return http.DefaultTransport.RoundTrip(request)
}

func connect(ctx context.Context, base, authorization string) *mcp.ClientSession {
	client := mcp.NewClient(&mcp.Implementation{Name: "judge", Version: "1.0.0"}, nil)
	transport := &mcp.StreamableClientTransport{
		Endpoint:   base + "/mcp",
		HTTPClient: &http.Client{Transport: withHeader{authorization}},
	}
	session, err := client.Connect(ctx, transport, nil)
	check(err)
	return session
}

func names(ctx context.Context, session *mcp.ClientSession) []string {
	listed, err := session.ListTools(ctx, nil)
	check(err)
	found := []string{}
	for _, tool := range listed.Tools {
		found = append(found, tool.Name)
	}
	return found
}

func call(ctx context.Context, session *mcp.ClientSession, name string, arguments map[string]any) map[string]any {
	result, err := session.CallTool(ctx, &mcp.CallToolParams{Name: name, Arguments: arguments})
	check(err)
	text := ""
	for _, content := range result.Content {
		if part, ok := content.(*mcp.TextContent); ok {
			text += part.Text
		}
	}
	return map[string]any{"isError": result.IsError, "structured": result.StructuredContent, "text": text}
}

func accessToken(base, id, secret string) string {
	form := url.Values{"grant_type": {"client_credentials"}}
	request, err := http.NewRequest("POST", base+"/v1/oauth/token", strings.NewReader(form.Encode()))
	check(err)
	request.SetBasicAuth(id, secret)
	request.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	response, err := http.DefaultClient.Do(request)
	check(err)
	defer response.Body.Close()
	var granted struct {
		AccessToken string `json:"access_token"`
	}
	check(json.NewDecoder(response.Body).Decode(&granted))
	return granted.AccessToken
}

func main() {
	base, authorization, id, secret := os.Args[1], os.Args[2], os.Args[3], os.Args[4]
	ctx := context.Background()
	session := connect(ctx, base, authorization)
	show("version", session.InitializeResult().ProtocolVersion)
	show("tools", names(ctx, session))
	var calls []struct {
		Step, Name string
		Arguments  map[string]any
	}
	check(json.Unmarshal([]byte(os.Getenv("CALLS")), &calls))
	for _, each := range calls {
		show(each.Step, call(ctx, session, each.Name, each.Arguments))
	}
	session.Close()
	session = connect(ctx, base, "Bearer "+accessToken(base, id, secret))
	show("with an access token", names(ctx, session))
	session.Close()
}

func show(step string, value any) {
	line, err := json.Marshal(map[string]any{"step": step, "value": value})
	check(err)
	fmt.Println(string(line))
}

func check(err error) {
	if err != nil {
		log.Fatal(err)
	}
}
