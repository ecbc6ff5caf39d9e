# A simple script that a Python programmer would write to download the responses of a survey. Uses no code of this project.
# Arguments: address, CA file, Space ID, API key, survey, file.
import base64
import http.client
import json
import ssl
import sys
import time
from urllib.parse import quote, urlsplit

base_url, ca_file, space_id, api_key, survey_id, file = sys.argv[1:]
credentials = base64.b64encode(f"{space_id}:{api_key}".encode()).decode().rstrip("=")
headers = {"Authorization": f"Basic {credentials}"}

started = time.monotonic()
context = ssl.create_default_context(cafile=ca_file)
connection = http.client.HTTPSConnection(urlsplit(base_url).netloc, context=context)
responses = []
offset = None
while True:
    query = f"&offset={quote(offset)}" if offset else ""
    connection.request("GET", f"/v3/surveys/{survey_id}/responses?size=1000{query}", headers=headers)
    page = json.loads(connection.getresponse().read())
    responses.extend(page["responses"])
    offset = page.get("offset")
    if not offset:
        break
with open(file, "w", encoding="utf-8") as out:
    json.dump(responses, out)
print(json.dumps({"seconds": time.monotonic() - started}))
