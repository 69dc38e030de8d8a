{{- define "askline.selector" -}}
app.kubernetes.io/name: askline
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end -}}

{{- define "askline.labels" -}}
{{ include "askline.selector" . }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
{{- end -}}

{{- define "askline.image" -}}
{{- if .Values.image.digest -}}
{{ .Values.image.repository }}@{{ .Values.image.digest }}
{{- else -}}
{{ .Values.image.repository }}:{{ .Values.image.tag }}
{{- end -}}
{{- end -}}

{{- define "askline.pod" -}}
automountServiceAccountToken: false
enableServiceLinks: false
securityContext:
  runAsNonRoot: true
  runAsUser: 10001
  runAsGroup: 10001
  fsGroup: 10001
  seccompProfile:
    type: RuntimeDefault
{{- end -}}

{{- define "askline.container" -}}
image: {{ include "askline.image" . }}
imagePullPolicy: {{ .Values.image.pullPolicy }}
securityContext:
  allowPrivilegeEscalation: false
  readOnlyRootFilesystem: true
  capabilities:
    drop: [ALL]
volumeMounts:
  - name: database
    mountPath: /run/secrets/askline
    readOnly: true
  - name: tmp
    mountPath: /tmp
{{- if .Values.oidc.issuer }}
  - name: oidc
    mountPath: /run/secrets/oidc
    readOnly: true
{{- end }}
env:
  - name: ASKLINE_HUB_URL
    value: {{ .Values.url | quote }}
  - name: ASKLINE_HUB_DATABASE_FILE
    value: /run/secrets/askline/{{ .Values.database.key }}
  - name: ASKLINE_HUB_LISTEN
    value: 0.0.0.0:8080
  - name: ASKLINE_HUB_DRAIN_S
    value: {{ .Values.drainSeconds | quote }}
  - name: ASKLINE_HUB_PROXIES
    value: {{ .Values.proxies | quote }}
{{- if .Values.metrics.enabled }}
  - name: ASKLINE_HUB_METRICS
    value: 0.0.0.0:9464
{{- end }}
{{- if .Values.nats }}
  - name: ASKLINE_HUB_NATS
    value: {{ join "," .Values.nats | quote }}
{{- end }}
{{- if .Values.oidc.issuer }}
  - name: ASKLINE_HUB_OIDC_ISSUER
    value: {{ .Values.oidc.issuer | quote }}
  - name: ASKLINE_HUB_OIDC_CLIENT_ID
    value: {{ .Values.oidc.clientId | quote }}
  - name: ASKLINE_HUB_OIDC_TENANT
    value: {{ .Values.oidc.tenant | quote }}
  - name: ASKLINE_HUB_OIDC_SECRET_FILE
    value: /run/secrets/oidc/{{ .Values.oidc.key }}
{{- end }}
{{- range $name, $value := .Values.env }}
  - name: {{ $name }}
    value: {{ $value | quote }}
{{- end }}
{{- end -}}

{{- define "askline.volumes" -}}
- name: database
  secret:
    secretName: {{ .Values.database.secret }}
    defaultMode: 288
- name: tmp
  emptyDir: {}
{{- if .Values.oidc.issuer }}
- name: oidc
  secret:
    secretName: {{ .Values.oidc.secret }}
    defaultMode: 288
{{- end }}
{{- end -}}
